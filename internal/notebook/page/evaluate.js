// Evaluates the expressions of charts, which Vega would otherwise turn into
// functions: with this, a page that allows no code but its own can draw them.
// Vega calls it with the syntax trees that its parser has accepted.
"use strict";
const evaluator = (function () {
  const constants = {
    NaN, E: Math.E, LN2: Math.LN2, LN10: Math.LN10, LOG2E: Math.LOG2E, LOG10E: Math.LOG10E, PI: Math.PI,
    SQRT1_2: Math.SQRT1_2, SQRT2: Math.SQRT2, MIN_VALUE: Number.MIN_VALUE, MAX_VALUE: Number.MAX_VALUE,
  };

  const functions = {
    isNaN: Number.isNaN, isFinite: Number.isFinite, parseFloat, parseInt, btoa, atob, encodeURIComponent,
    clamp: (value, low, high) => Math.max(low, Math.min(high, value)),
    now: Date.now, utc: Date.UTC, datetime: (...parts) => new Date(...parts),
    length: (list) => list.length,
    upper: (text) => String(text).toUpperCase(),
    lower: (text) => String(text).toLowerCase(),
    trim: (text) => String(text).trim(),
    substring: (text, ...range) => String(text).substring(...range),
    split: (text, ...by) => String(text).split(...by),
    regexp: (...parts) => RegExp(...parts),
    test: (pattern, ...text) => RegExp(pattern).test(...text),
  };
  for (const name of ["abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "exp", "floor", "hypot", "log", "max", "min", "pow", "round", "sin", "sqrt", "tan"]) {
    functions[name] = Math[name];
  }
  for (const [name, part] of Object.entries({ date: "Date", day: "Day", year: "FullYear", month: "Month", hours: "Hours", minutes: "Minutes", seconds: "Seconds", milliseconds: "Milliseconds" })) {
    functions[name] = (time) => new Date(time)["get" + part]();
    functions["utc" + name] = (time) => new Date(time)["getUTC" + part]();
  }
  functions.time = (time) => new Date(time).getTime();
  functions.timezoneoffset = (time) => new Date(time).getTimezoneOffset();

  // These read the event, or the scales among the parameters.
  const surroundings = {
    _scale: (world, name, at) => world.params["%" + name](at),
    _range: (world, name) => world.params["%" + name].range(),
    _bandwidth: (world, name) => world.params["%" + name]?.bandwidth?.() ?? 0,
    view: (world) => world.event.vega.view(),
    item: (world) => world.event.vega.item(),
    group: (world, name) => world.event.vega.group(name),
    xy: (world, item) => world.event.vega.xy(item),
    x: (world, item) => world.event.vega.x(item),
    y: (world, item) => world.event.vega.y(item),
  };

  const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

  const binary = {
    "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b,
    "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
    "==": (a, b) => a == b, "!=": (a, b) => a != b, "===": (a, b) => a === b, "!==": (a, b) => a !== b,
    "&": (a, b) => a & b, "|": (a, b) => a | b, "^": (a, b) => a ^ b,
    "<<": (a, b) => a << b, ">>": (a, b) => a >> b, ">>>": (a, b) => a >>> b,
  };
  const unary = { "+": (a) => +a, "-": (a) => -a, "~": (a) => ~a, "!": (a) => !a };

  // Ways out of a value, to what all values share.
  const closed = new Set(["constructor", "__proto__", "prototype", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"]);
  function member(key) {
    if (closed.has(String(key))) throw new Error("an expression may not read " + key);
    return key;
  }

  const nodes = {
    Literal: (node) => node.value,
    Identifier: (node, world) => {
      if (node.name === undefined) return world.params[node.value]; // the value of an update
      if (own(constants, node.name)) return constants[node.name];
      if (node.name === "datum" || node.name === "event" || node.name === "item") return world[node.name];
      return world.params["$" + node.name];
    },
    MemberExpression: (node, world) => value(node.object, world)[member(node.computed ? value(node.property, world) : node.property.name)],
    CallExpression: (node, world) => {
      const name = node.callee.name;
      if (name === "if") return value(node.arguments[value(node.arguments[0], world) ? 1 : 2], world);
      const given = node.arguments.map((argument) => value(argument, world));
      if (own(surroundings, name)) return surroundings[name](world, ...given);
      if (typeof world.functions[name] === "function") return world.functions[name](...given);
      if (!own(functions, name)) throw new Error("an expression calls " + name + ", which is not known");
      return functions[name](...given);
    },
    ArrayExpression: (node, world) => node.elements.map((element) => value(element, world)),
    ObjectExpression: (node, world) => Object.fromEntries(node.properties.map((property) => [
      member(property.key.type === "Literal" ? property.key.value : property.key.name), value(property.value, world)])),
    BinaryExpression: (node, world) => binary[node.operator](value(node.left, world), value(node.right, world)),
    UnaryExpression: (node, world) => unary[node.operator](value(node.argument, world)),
    ConditionalExpression: (node, world) => value(value(node.test, world) ? node.consequent : node.alternate, world),
    LogicalExpression: (node, world) => {
      const left = value(node.left, world);
      return (node.operator === "&&" ? left : !left) ? value(node.right, world) : left;
    },
  };

  const value = (node, world) => nodes[node.type](node, world);

  // A mark may be given by its ends or its centre; Vega draws a corner and a
  // size.
  function place(item, channels, turns) {
    for (const [at, end, centre, size] of [["x", "x2", "xc", "width"], ["y", "y2", "yc", "height"]]) {
      if (channels[end] && channels[at]) {
        if (turns && item[at] > item[end]) [item[at], item[end]] = [item[end], item[at]];
        item[size] = item[end] - item[at];
      } else if (channels[end]) {
        item[at] = item[end] - (item[size] || 0);
      }
      if (channels[centre]) item[at] = item[centre] - (item[size] || 0) / 2;
    }
  }

  return {
    operator: ({ functions }, { ast }) => (params) => value(ast, { functions, params }),
    parameter: ({ functions }, { ast }) => (datum, params) => value(ast, { functions, params, datum }),
    event: ({ functions }, { ast }) => (event) => value(ast, { functions, params: {}, event }),
    handler: ({ functions }, { ast }) => (params, event) => value(ast, { functions, params, event, datum: event.item && event.item.datum }),
    encode: ({ functions }, { marktype, channels }) => (item, params) => {
      let changed = 0;
      for (const name in channels) {
        const is = value(channels[name].ast, { functions, params, item, datum: item.datum });
        if (item[name] !== is) {
          item[name] = is;
          changed = 1;
        }
      }
      if (marktype !== "rule") place(item, channels, ["group", "image", "rect"].includes(marktype));
      return changed;
    },
  };
})();
