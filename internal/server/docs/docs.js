// Shows /openapi.json as a list to read. Everything is put in as text.
"use strict";

const make = (tag, className, text) => {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
};

// outline writes a schema as an example of its shape.
const outline = (api, schema, depth, seen) => {
  if (!schema) return "any";
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    if (seen.includes(name) || depth > 4) return name;
    return outline(api, api.components.schemas[name], depth, [...seen, name]);
  }
  if (schema.enum) return schema.enum.map((v) => JSON.stringify(v)).join(" | ");
  if (schema.oneOf) return schema.oneOf.map((s) => (s.$ref ? s.$ref.split("/").pop() : outline(api, s, depth + 1, seen))).join("\n| ");
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") return `[ ${outline(api, schema.items, depth, seen)} ]`;
  if (type !== "object") return type || "any";
  const pad = "  ".repeat(depth + 1);
  const required = schema.required || [];
  const lines = Object.entries(schema.properties || {}).map(([name, s]) => {
    const note = s.description ? `  // ${s.description}` : "";
    return `${pad}${name}${required.includes(name) ? "" : "?"}: ${outline(api, s, depth + 1, seen)}${note}`;
  });
  if (schema.additionalProperties) lines.push(`${pad}…: ${outline(api, schema.additionalProperties, depth + 1, seen)}`);
  return lines.length ? `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}` : "{}";
};

// example is a body that could be sent: what the schema gives examples of.
const example = (api, schema) => {
  const name = schema.$ref && schema.$ref.split("/").pop();
  const properties = (name ? api.components.schemas[name] : schema).properties || {};
  const given = Object.entries(properties).filter(([, s]) => s.examples && s.examples.length).map(([key, s]) => [key, s.examples[0]]);
  return given.length ? Object.fromEntries(given) : undefined;
};

// command is how a shell sends it.
const command = (method, path, body) => {
  const lines = [`curl -s ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${location.origin}${path}`];
  if (body) lines.push(`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  return lines.join(" \\\n");
};

const route = (api, method, path, op) => {
  const d = make("details");
  d.id = op.operationId;
  const head = make("summary");
  head.append(make("span", "method", method.toUpperCase()), make("span", "path", path), make("span", "what", op.summary));
  d.append(head);
  d.addEventListener("toggle", () => {
    if (d.dataset.drawn) return;
    d.dataset.drawn = "yes";
    if (op.description) d.append(make("p", "", op.description));
    const parameters = (op.parameters || []).map((p) => `${p.name}${p.required ? "" : "?"}: ${outline(api, p.schema, 0, [])}  // ${p.in}${p.description ? ", " + p.description : ""}`);
    if (parameters.length) d.append(make("h3", "", "Parameters"), make("pre", "", parameters.join("\n")));
    const body = op.requestBody && op.requestBody.content["application/json"];
    if (body) d.append(make("h3", "", "Body"), make("pre", "", outline(api, body.schema, 0, [])));
    d.append(make("h3", "", "Example"), make("pre", "example", command(method, path, body && example(api, body.schema))));
    for (const [status, answer] of Object.entries(op.responses)) {
      d.append(make("h3", "", `${status === "default" ? "Otherwise" : status}: ${answer.description}`));
      for (const [type, media] of Object.entries(answer.content || {})) d.append(make("pre", "", `${type}\n${outline(api, media.schema, 0, [])}`));
    }
  });
  return d;
};

const show = (api) => {
  document.getElementById("about").textContent = `${api.info.description} Version ${api.info.version}.`;
  const groups = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const [method, op] of Object.entries(item)) {
      const tag = op.tags[0];
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push(route(api, method, path, op));
    }
  }
  const main = document.getElementById("routes");
  main.replaceChildren();
  for (const [tag, routes] of groups) {
    const section = make("section");
    const about = (api.tags || []).find((t) => t.name === tag);
    section.append(make("h2", "", tag), make("p", "", about ? about.description : ""), ...routes);
    main.append(section);
  }
  document.getElementById("filter").addEventListener("input", (e) => {
    const words = e.target.value.toLowerCase();
    for (const d of main.querySelectorAll("details")) d.hidden = !d.firstChild.textContent.toLowerCase().includes(words);
    for (const s of main.querySelectorAll("section")) s.hidden = !s.querySelector("details:not([hidden])");
  });
};

// A link to a route, such as /docs#ask, opens it.
const openLinked = () => {
  const linked = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!linked || linked.tagName !== "DETAILS") return;
  linked.open = true;
  linked.scrollIntoView();
};
addEventListener("hashchange", openLinked);

fetch("/openapi.json")
  .then((r) => r.json())
  .then(show)
  .then(openLinked)
  .catch(() => { document.getElementById("routes").textContent = "The document could not be read. Reload to try again."; });
