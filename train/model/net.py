"""The network: MiniLM over question and schema, relation-aware layers over items, a decoder that writes grammar words and points at items."""
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

D, HEADS = 384, 8


class EncoderLayer(nn.Module):
    def __init__(s):
        super().__init__()
        s.q, s.k, s.v, s.o = (nn.Linear(D, D) for _ in range(4))
        s.n1, s.n2 = nn.LayerNorm(D, 1e-12), nn.LayerNorm(D, 1e-12)
        s.f1, s.f2 = nn.Linear(D, 1536), nn.Linear(1536, D)
        s.dp = nn.Dropout(0.1)

    def forward(s, x, mask):
        b, t, _ = x.shape
        h = lambda z: z.view(b, t, 12, 32).transpose(1, 2)
        a = F.scaled_dot_product_attention(h(s.q(x)), h(s.k(x)), h(s.v(x)), attn_mask=mask, dropout_p=0.1 if s.training else 0.0)
        x = s.n1(x + s.dp(s.o(a.transpose(1, 2).reshape(b, t, D))))
        return s.n2(x + s.dp(s.f2(F.gelu(s.f1(x)))))


class Encoder(nn.Module):
    def __init__(s, words=30522):
        super().__init__()
        s.w, s.p, s.t = nn.Embedding(words, D), nn.Embedding(512, D), nn.Embedding(2, D)
        s.n = nn.LayerNorm(D, 1e-12)
        s.L = nn.ModuleList([EncoderLayer() for _ in range(6)])
        s.dp = nn.Dropout(0.1)
        s.w.weight.requires_grad_(False)  # the word table stays as it was pretrained

    def forward(s, ids, kind, seen):
        x = s.dp(s.n(s.w(ids) + s.p.weight[:ids.shape[1]] + s.t(kind)))
        mask = seen[:, None, None, :]
        for layer in s.L:
            x = layer(x, mask)
        return x


class RelationLayer(nn.Module):
    def __init__(s, relations, ff, drop):
        super().__init__()
        s.n1, s.n2 = nn.LayerNorm(D), nn.LayerNorm(D)
        s.qkv, s.o = nn.Linear(D, 3 * D), nn.Linear(D, D)
        s.rk = nn.Parameter(torch.randn(relations, D // HEADS) * 0.02)
        s.rb = nn.Parameter(torch.zeros(relations, HEADS))
        s.f1, s.f2 = nn.Linear(D, ff), nn.Linear(ff, D)
        s.dp = nn.Dropout(drop)

    def forward(s, x, r, items):
        b, n, _ = x.shape
        q, k, v = s.qkv(s.n1(x)).view(b, n, 3, HEADS, D // HEADS).permute(2, 0, 3, 1, 4)
        bias = torch.gather(q @ s.rk.to(q.dtype).t() + s.rb.t()[None, :, None].to(q.dtype), 3, r[:, None].expand(b, HEADS, n, n)) / math.sqrt(D // HEADS)
        bias = bias.masked_fill(~items[:, None, None], -1e4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype), dropout_p=0.1 if s.training else 0.0)
        x = x + s.dp(s.o(a.transpose(1, 2).reshape(b, n, D)))
        return x + s.dp(s.f2(F.gelu(s.f1(s.n2(x)))))


class DecoderLayer(nn.Module):
    def __init__(s, ff, drop):
        super().__init__()
        s.n1, s.n2, s.n3 = nn.LayerNorm(D), nn.LayerNorm(D), nn.LayerNorm(D)
        s.qkv, s.o = nn.Linear(D, 3 * D), nn.Linear(D, D)
        s.cq, s.ckv, s.co = nn.Linear(D, D), nn.Linear(D, 2 * D), nn.Linear(D, D)
        s.f1, s.f2 = nn.Linear(D, ff), nn.Linear(ff, D)
        s.dp = nn.Dropout(drop)

    def forward(s, x, memory, items):
        b, y, _ = x.shape
        p = 0.1 if s.training else 0.0
        q, k, v = s.qkv(s.n1(x)).view(b, y, 3, HEADS, D // HEADS).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True, dropout_p=p)
        x = x + s.dp(s.o(a.transpose(1, 2).reshape(b, y, D)))
        q = s.cq(s.n2(x)).view(b, y, HEADS, D // HEADS).transpose(1, 2)
        k, v = s.ckv(memory).view(b, -1, 2, HEADS, D // HEADS).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=items[:, None, None], dropout_p=p)
        x = x + s.dp(s.co(a.transpose(1, 2).reshape(b, y, D)))
        return x + s.dp(s.f2(F.gelu(s.f1(s.n3(x)))))


class Net(nn.Module):
    def __init__(s, vocabulary, relations=64, positions=128, relation_layers=3, decoder_layers=4, ff=1024, drop=0.2, smooth=0.03):
        super().__init__()
        s.V, s.smooth = vocabulary, smooth
        s.enc = Encoder()
        s.ft = nn.ModuleList([nn.Embedding(8, D) for _ in range(5)])
        s.fn, s.mn, s.dn = nn.LayerNorm(D), nn.LayerNorm(D), nn.LayerNorm(D)
        s.rat = nn.ModuleList([RelationLayer(relations, ff, drop) for _ in range(relation_layers)])
        s.ge, s.pe = nn.Embedding(vocabulary, D), nn.Embedding(positions, D)
        s.ip, s.pq, s.pkk = nn.Linear(D, D), nn.Linear(D, D), nn.Linear(D, D)
        s.dl = nn.ModuleList([DecoderLayer(ff, drop) for _ in range(decoder_layers)])
        s.go, s.lk = nn.Linear(D, vocabulary), nn.Linear(D, 1)
        s.dp = nn.Dropout(drop)
        for e, std in [(s.ge, 0.05), (s.pe, 0.02)] + [(f, 0.05) for f in s.ft]:
            nn.init.normal_(e.weight, 0, std)

    def encode(s, b):
        x = s.enc(b["ids"], b["kind"], b["seen"]).float()
        size, tokens, _ = x.shape
        n = b["items"].shape[1]
        z = torch.zeros(size, n + 1, D, device=x.device).scatter_add_(1, b["seg"][..., None].expand(size, tokens, D), x)
        count = torch.zeros(size, n + 1, device=x.device).scatter_add_(1, b["seg"], torch.ones(size, tokens, device=x.device))
        z = (z / count.clamp(min=1)[..., None])[:, :n]
        z = s.dp(s.fn(z + sum(f(b["f"][..., i]) for i, f in enumerate(s.ft))))
        r = b["r"].long()
        for layer in s.rat:
            z = layer(z, r, b["items"])
        return s.mn(z)

    def decode(s, y, memory, items):
        word = s.ge(y.clamp(0, s.V - 1))
        item = s.ip(torch.gather(memory, 1, (y - s.V).clamp(0, memory.shape[1] - 1)[..., None].expand(-1, -1, D)))
        x = s.dp(torch.where((y >= s.V)[..., None], item.to(word.dtype), word) + s.pe.weight[:y.shape[1]])
        for layer in s.dl:
            x = layer(x, memory, items)
        x = s.dn(x)
        point = (s.pq(x) @ s.pkk(memory).transpose(1, 2)) / math.sqrt(D)
        return torch.cat([s.go(x).float(), point.float().masked_fill(~items[:, None], -1e4)], -1)

    def forward(s, b):
        memory = s.encode(b)
        y, known = b["y"], b["y"] >= 0
        shifted = torch.cat([torch.ones_like(y[:, :1]), y[:, :-1]], 1).clamp(min=0)  # 1 is <bos>
        logits = s.decode(shifted, memory, b["items"])
        lp = F.log_softmax(logits, -1)
        nll = -lp.gather(2, y.clamp(min=0)[..., None])[..., 0]
        if s.training and s.smooth:
            ok = torch.cat([torch.ones(y.shape[0], s.V, dtype=torch.bool, device=y.device), b["items"]], 1)[:, None]
            nll = (1 - s.smooth) * nll - s.smooth * (lp.masked_fill(~ok, 0).sum(-1) / ok.sum(-1))
        loss = (nll * known).sum() / known.sum()
        link = F.binary_cross_entropy_with_logits(s.lk(memory)[..., 0].float(), b["linked"], reduction="none")
        link = (link * b["schema"]).sum() / b["schema"].sum()
        right = ((logits.argmax(-1) == y) | ~known).all(1)
        return loss, link, right


def load_quantised(net, tensors, words, member=1):
    """Fills the net from int8 weights (ours or the study's), as far as they fit; new rows keep their start, guided where a like word is known.

    A file may hold two parsers; the tensors of the second begin with "2.".
    """
    second = {k[2:]: v for k, v in tensors.items() if k.startswith("2.")}
    tensors = {k: v for k, v in tensors.items() if not k.startswith("2.")}
    if member == 2:
        tensors |= second
    own = net.state_dict()
    for name in {k.removesuffix(".q8").removesuffix(".sc") for k in tensors}:
        if name in ("word_q8", "word_scale"):
            continue
        v = tensors[name].float() if name in tensors else tensors[name + ".q8"].float() * tensors[name + ".sc"][:, None]
        target = own[name]
        if v.shape == target.shape:
            target.copy_(v)
        else:
            target[tuple(slice(0, n) for n in v.shape)].copy_(v)
    own["enc.w.weight"].copy_(tensors["word_q8"].float() * tensors["word_scale"][:, None])
    old = (tensors["ge.weight.q8"] if "ge.weight.q8" in tensors else tensors["ge.weight"]).shape[0]
    for new, like in LIKE.items():
        if new in words and words.index(new) >= old and like in words:
            a, b = words.index(new), words.index(like)
            for k in ("ge.weight", "go.weight", "go.bias"):
                own[k][a] += own[k][b] if k == "go.bias" else 0.7 * own[k][b]
    net.load_state_dict(own)


# New words begin near the old word that stands in the same places.
LIKE = dict(median="avg", percentile="avg", stdev="avg", pct="div", change="div", anyof="=", noneof="!=", during="=", notduring="!=",
            share="sum", running="sum", moving="avg", prev="sum", growth="sum", rank="count", via="count", groups="count", keep="on", per="group", corr="avg", band="monthnum")
LIKE["["] = "("
LIKE["]"] = ")"
for _n in (3, 4, 5, 6, 7, 10, 12, 24, 30, 50, 60, 90, 95, 100, 1000, 20, 25, 500):
    LIKE[f"val_{_n}"] = "val_2"
for _w in "day week month quarter year monthnum weekday hour days hours minutes months years today if lower sharein".split():
    LIKE[_w] = "max"
