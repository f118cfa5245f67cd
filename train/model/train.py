"""Trains the parser on one GPU for a given number of minutes.

  python3 train.py --data FOLDER --start q8.safetensors --minutes 8 --out OUT

FOLDER is what train/cmd/prepare wrote. Writes the weights in half precision as parts of at most 16 MB (train/cmd/quantise makes the int8 file of
them) and prints, for each validation set, how often every token would have been chosen right.
"""
import argparse, json, os, random, time
import numpy as np
import torch
from safetensors.torch import load_file, save_file
import data
from net import Net, load_quantised

ap = argparse.ArgumentParser()
ap.add_argument("--data", required=True)
ap.add_argument("--start", required=True)
ap.add_argument("--out", required=True)
ap.add_argument("--minutes", type=float, default=8)
ap.add_argument("--batch", type=int, default=128)
ap.add_argument("--rate", type=float, default=5e-4)
ap.add_argument("--encoder-rate", type=float, default=1e-4)
ap.add_argument("--warm", type=float, default=0.04)
ap.add_argument("--drop", type=float, default=0.15)
ap.add_argument("--weights", default="")  # set=weight,…
ap.add_argument("--varied", type=float, default=0.5, help="part of the examples that come over a changed schema")
ap.add_argument("--workers", type=int, default=15)
ap.add_argument("--seed", type=int, default=1)
ap.add_argument("--member", type=int, default=1, help="which of two parsers in --start to go on with")
ap.add_argument("--fresh", action="store_true", help="take only the encoder of --start")
a = ap.parse_args()

random.seed(a.seed), np.random.seed(a.seed), torch.manual_seed(a.seed)
torch.backends.cuda.matmul.allow_tf32 = True
began = time.time()
meta = json.load(open(f"{a.data}/meta.json"))
words, V = meta["vocabulary"], len(meta["vocabulary"])
schemas = [data.Schema(o) for o in data.read(f"{a.data}/schemas.jsonl.gz")]
print("layouts equal:", data.check(a.data, schemas, V), flush=True)
weights = dict(meta["weights"])
weights.update((k, float(v)) for k, v in (p.split("=") for p in a.weights.split(",") if p))
sets = {k: [e for e in data.read(f"{a.data}/{k}.jsonl.gz") if "y" in e] for k, w in weights.items() if w > 0}
valid = {k: [e for e in data.read(f"{a.data}/{k}.jsonl.gz") if "y" in e] for k in meta["valid"]}
print({k: len(v) for k, v in sets.items()}, {k: len(v) for k, v in valid.items()}, len(schemas), f"{time.time()-began:.0f}s", flush=True)


def length(e):
    s = schemas[e["s"]]
    return sum(map(len, e["q"])) + 3 * len(s.columns) + sum(len(v[1]) + 1 for v in e["v"])


class Stream(torch.utils.data.IterableDataset):
    def __iter__(self):
        w = torch.utils.data.get_worker_info().id
        random.seed(a.seed * 1000 + w), np.random.seed(a.seed * 1000 + w)
        names = list(sets)
        p = [weights[k] for k in names]
        while True:
            chunk = [random.choice(sets[k]) for k in random.choices(names, p, k=a.batch * 16)]
            chunk.sort(key=length)
            batches = [chunk[i:i + a.batch] for i in range(0, len(chunk), a.batch)]
            random.shuffle(batches)
            for b in batches:
                built = [data.build(e, schemas, V, True, varied=a.varied) for e in b]
                built = [x for x in built if len(x["y"]) < 126]
                yield {k: torch.from_numpy(v) for k, v in data.collate(built).items()}


net = Net(V, drop=a.drop)
start = load_file(a.start)
if a.fresh:
    start = {k: v for k, v in start.items() if k.startswith(("enc.", "word_"))} | {"ge.weight": net.ge.weight.data[:1]}
load_quantised(net, start, words, a.member)
net = net.cuda().train()
encoder = [p for p in net.enc.parameters() if p.requires_grad]
others = [p for n, p in net.named_parameters() if not n.startswith("enc.")]
opt = torch.optim.AdamW([dict(params=others, lr=a.rate, base=a.rate), dict(params=encoder, lr=a.encoder_rate, base=a.encoder_rate)], betas=(0.9, 0.98), weight_decay=0.01, fused=True)
trained = [(n, p) for n, p in net.named_parameters() if p.requires_grad]
average = [p.detach().clone() for _, p in trained]


@torch.no_grad()
def measure():
    net.eval()
    for name, examples in valid.items():
        right, groups = [], {}
        order = sorted(range(len(examples)), key=lambda i: length(examples[i]))
        for i in range(0, len(order), 128):
            chunk = [examples[j] for j in order[i:i + 128]]
            b = {k: torch.from_numpy(v).cuda() for k, v in data.collate([data.build(e, schemas, V) for e in chunk]).items()}
            with torch.autocast("cuda", torch.bfloat16):
                ok = net(b)[2].cpu().tolist()
            right += ok
            for e, o in zip(chunk, ok):
                groups.setdefault(e.get("g", ""), []).append(o)
        print(f"  {name}: {100*sum(right)/max(1,len(right)):.1f}% of {len(right)} exactly right", {k: f"{100*sum(v)/len(v):.0f}%/{len(v)}" for k, v in sorted(groups.items())}, flush=True)
    net.train()


loader = torch.utils.data.DataLoader(Stream(), batch_size=None, num_workers=a.workers, prefetch_factor=16, pin_memory=True)
step, shown, measured, losses = 0, 0.0, 0.5, []
t1 = time.time()
for b in loader:
    if step == 0:
        t1 = time.time()
    done = (time.time() - t1) / (a.minutes * 60)
    if done >= 1:
        break
    factor = min(1, done / a.warm) * (1 - done) + 0.01
    for group in opt.param_groups:
        group["lr"] = group["base"] * factor
    b = {k: v.cuda(non_blocking=True) for k, v in b.items()}
    with torch.autocast("cuda", torch.bfloat16):
        loss, link, right = net(b)
    (loss + 0.3 * link).backward()
    torch.nn.utils.clip_grad_norm_([p for _, p in trained], 1.0)
    opt.step()
    opt.zero_grad(set_to_none=True)
    step += 1
    if step % 4 == 0:
        torch._foreach_lerp_(average, [p.detach() for _, p in trained], 0.004 if done > 0.1 else 0.05)
    losses.append((loss.detach(), link.detach(), right.float().mean().detach()))
    if done >= shown:
        m = torch.stack([torch.stack(x) for x in losses[-200:]]).mean(0).tolist()
        print(f"step {step} done {done:.2f} time {time.time()-began:.0f}s loss {m[0]:.3f} link {m[1]:.4f} exact {m[2]:.3f}", flush=True)
        losses, shown = losses[-200:], shown + 0.06
    if done >= measured:
        measure()
        measured += 0.25
del loader
for (_, p), m in zip(trained, average):
    p.data.copy_(m)
print(f"final, averaged weights, {step} steps, {time.time()-began:.0f}s", flush=True)
measure()
parts, size = [{}], 0
for k, v in net.state_dict().items():
    if k == "enc.w.weight":
        continue
    v = v.half().cpu().contiguous()
    if size + v.numel() * 2 > 15.5e6:
        parts.append({})
        size = 0
    parts[-1][k] = v
    size += v.numel() * 2
os.makedirs(a.out, exist_ok=True)
for i, p in enumerate(parts):
    save_file(p, f"{a.out}/weights_{i}.safetensors")
print("saved", len(parts), "parts", f"{time.time()-began:.0f}s", flush=True)
