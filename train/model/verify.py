"""Trains the verifier on one GPU: which of the statements that were tried for a question is right, or none.

  python3 verify.py --data FOLDER --start q8.safetensors --minutes 4 --out OUT --sets a,b --hold FOLD/FOLDS --score a,b,c

FOLDER is what train/cmd/pairs wrote. With --hold, the databases of one part are left out of training. Writes the weights in half precision
and, for the sets of --score, what it gives each statement.
"""
import argparse, gzip, json, os, random, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from net import D, Encoder

ap = argparse.ArgumentParser()
ap.add_argument("--data", required=True)
ap.add_argument("--start", required=True)
ap.add_argument("--out", required=True)
ap.add_argument("--sets", required=True, help="set=weight,… to learn from")
ap.add_argument("--score", default="", help="sets to score")
ap.add_argument("--hold", default="", help="part/parts of the databases that are left out")
ap.add_argument("--minutes", type=float, default=4)
ap.add_argument("--questions", type=int, default=96, help="of a batch")
ap.add_argument("--rate", type=float, default=1e-4)
ap.add_argument("--layers", type=int, default=6)
ap.add_argument("--mask", type=float, default=0.05)
ap.add_argument("--seed", type=int, default=1)
a = ap.parse_args()
random.seed(a.seed), np.random.seed(a.seed), torch.manual_seed(a.seed)
began = time.time()
CLS, SEP, MASK, BAR = 101, 102, 103, 1064


def read(name):
    with gzip.open(f"{a.data}/{name}.jsonl.gz", "rt") as f:
        return [json.loads(line) for line in f]


def fold(name, n):  # as train/journal does it
    h = 2166136261
    for c in name.encode():
        h = ((h ^ c) * 16777619) & 0xFFFFFFFF
    return (h >> 8) % n


part, parts = map(int, a.hold.split("/")) if a.hold else (-1, 1)
held = lambda e: part >= 0 and fold(e["d"], parts) == part
weights = {k: float(w) for k, w in (p.split("=") for p in a.sets.split(","))}
sets = {k: [e for e in read(k) if not held(e)] for k in weights}
print({k: len(v) for k, v in sets.items()}, flush=True)


class Verifier(nn.Module):
    def __init__(s):
        super().__init__()
        s.enc = Encoder()
        s.enc.L = s.enc.L[:a.layers]
        s.h1, s.h2 = nn.Linear(D, D), nn.Linear(D, 1)
        s.dp = nn.Dropout(0.1)

    def forward(s, ids, kind, seen):
        x = s.enc(ids, kind, seen)[:, 0]
        return s.h2(s.dp(torch.tanh(s.h1(x))))[:, 0].float()


net = Verifier()
start = load_file(a.start)
own = net.state_dict()
for name in own:
    if name == "enc.w.weight":
        own[name].copy_(start["word_q8"].float() * start["word_scale"][:, None])
    elif name.startswith("enc."):
        own[name].copy_(start[name].float() if name in start else start[name + ".q8"].float() * start[name + ".sc"][:, None])
net.load_state_dict(own)
net = net.cuda()


def spoil(ids):
    return [MASK if random.random() < a.mask else i for i in ids]


def batch(examples, train):
    rows, lengths = [], []
    for e in examples:
        q = spoil(e["q"]) if train else e["q"]
        for c in e["c"]:
            if train and random.random() < 0.15:  # without the result
                bars = [i for i, x in enumerate(c) if x == BAR]
                c = c[:bars[1]] if len(bars) > 1 else c
            rows.append((q, spoil(c) if train else c))
        lengths.append(len(e["c"]))
    size = max(len(q) + len(c) for q, c in rows) + 3
    size = (size + 15) // 16 * 16
    ids, kind, seen = np.zeros((len(rows), size), np.int64), np.ones((len(rows), size), np.int64), np.zeros((len(rows), size), bool)
    for i, (q, c) in enumerate(rows):
        r = [CLS, *q, SEP, *c, SEP]
        ids[i, :len(r)] = r
        kind[i, :len(q) + 2] = 0
        seen[i, :len(r)] = True
    most = max(lengths)
    at, right = np.full((len(examples), most), -1, np.int64), np.zeros((len(examples), most), bool)
    n = 0
    for i, e in enumerate(examples):
        at[i, :len(e["c"])] = range(n, n + len(e["c"]))
        right[i, :len(e["c"])] = e["r"]
        n += len(e["c"])
    return [torch.from_numpy(x) for x in (ids, kind, seen, at, right)]


def length(e):
    return len(e["q"]) + max(map(len, e["c"]))


class Stream(torch.utils.data.IterableDataset):
    def __iter__(self):
        w = torch.utils.data.get_worker_info().id
        random.seed(a.seed * 1000 + w)
        names = list(sets)
        p = [weights[k] * len(sets[k]) for k in names]
        while True:
            chunk = [random.choice(sets[k]) for k in random.choices(names, p, k=a.questions * 16)]
            chunk.sort(key=length)
            groups = [chunk[i:i + a.questions] for i in range(0, len(chunk), a.questions)]
            random.shuffle(groups)
            for g in groups:
                yield batch(g, True)


def grouped(scores, at):
    return scores[at.clamp(min=0)].masked_fill(at < 0, -1e4)


def loss_of(scores, at, right):
    z = torch.cat([grouped(scores, at), torch.zeros(len(at), 1, device=scores.device)], 1)  # the last: none of them
    lp = F.log_softmax(z, 1)
    wanted = torch.cat([right, ~right.any(1, keepdim=True)], 1)
    return -torch.logsumexp(lp.masked_fill(~wanted, -1e4), 1).mean()


@torch.no_grad()
def score(examples):
    net.eval()
    order = sorted(range(len(examples)), key=lambda i: length(examples[i]))
    out = [None] * len(examples)
    for i in range(0, len(order), 128):
        some = order[i:i + 128]
        ids, kind, seen, at, _ = [x.cuda() for x in batch([examples[j] for j in some], False)]
        with torch.autocast("cuda", torch.bfloat16):
            z = grouped(net(ids, kind, seen), at).cpu()
        for j, row in zip(some, z):
            out[j] = [round(v, 3) for v in row[:len(examples[j]["c"])].tolist()]
    net.train()
    return out


# What the ranking by merits gives; the verifier is added to it.
RANK = [m["weight"] / m["scale"] for m in json.load(open(f"{a.data}/ranking.json"))["merits"]]


def report(name, examples, scores):
    base = [[sum(w * v for w, v in zip(RANK, m, strict=True)) for m in e["m"]] for e in examples]
    could = sum(any(e["r"]) for e in examples)
    out = []
    for share in (0, 0.25, 0.5, 0.75, 1, 1.5, None):
        good = 0
        for e, b, s in zip(examples, base, scores):
            z = s if share is None else [x + share * y for x, y in zip(b, s)]
            good += e["r"][int(np.argmax(z))]
        out.append(f"{'alone' if share is None else share}:{100*good/len(examples):.1f}")
    right = [max(s) for e, s in zip(examples, scores) if any(e["r"])]
    none = [max(s) for e, s in zip(examples, scores) if not any(e["r"])]
    auc = np.mean([(r > n) for r in random.choices(right, k=2000) for n in random.choices(none, k=10)]) if right and none else 0
    print(f"  {name}: {len(examples)} questions, could {100*could/len(examples):.1f}, first {100*sum(e['r'][0] for e in examples)/len(examples):.1f}, with", " ".join(out), f"auc {auc:.3f}", flush=True)


wanted = {k: ([e for e in read(k) if held(e)] if k in weights and part >= 0 else read(k)) for k in a.score.split(",") if k}
opt = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=a.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
trained = [p for p in net.parameters() if p.requires_grad]
average = [p.detach().clone() for p in trained]
loader = torch.utils.data.DataLoader(Stream(), batch_size=None, num_workers=8, prefetch_factor=8, pin_memory=True)
net.train()
step, shown, losses, t1 = 0, 0.1, [], time.time()
for b in loader:
    if step == 0:
        t1 = time.time()
    done = (time.time() - t1) / (a.minutes * 60)
    if done >= 1:
        break
    for g in opt.param_groups:
        g["lr"] = a.rate * (min(1, done / 0.06) * (1 - done) + 0.01)
    ids, kind, seen, at, right = [x.cuda(non_blocking=True) for x in b]
    with torch.autocast("cuda", torch.bfloat16):
        scores = net(ids, kind, seen)
    loss = loss_of(scores, at, right)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(trained, 1.0)
    opt.step()
    opt.zero_grad(set_to_none=True)
    step += 1
    if step % 4 == 0:
        torch._foreach_lerp_(average, [p.detach() for p in trained], 0.01 if done > 0.1 else 0.05)
    losses.append(loss.detach())
    if done >= shown:
        print(f"step {step} done {done:.2f} time {time.time()-began:.0f}s loss {torch.stack(losses[-200:]).mean():.4f}", flush=True)
        shown += 0.1
        if 0.45 < done < 0.56 or 0.25 < done < 0.35:
            for k, v in wanted.items():
                report(k, v[:3000], score(v[:3000]))
del loader
for p, m in zip(trained, average):
    p.data.copy_(m)
print(f"averaged weights, {step} steps, {time.time()-began:.0f}s", flush=True)
os.makedirs(a.out, exist_ok=True)
for k, v in wanted.items():
    s = score(v)
    report(k, v, s)
    with open(f"{a.out}/{k}.scores", "w") as f:
        for e, z in zip(v, s):
            f.write(json.dumps(dict(i=e["i"], n=e["n"], z=z)) + "\n")
save_file({k: v.half().cpu().contiguous() for k, v in net.state_dict().items() if k != "enc.w.weight"}, f"{a.out}/verifier.safetensors")
