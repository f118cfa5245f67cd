// What Vega expects of its surroundings and an embedded engine lacks. Runs
// before Vega is loaded.
"use strict";

// Vega-Lite copies specifications, which are JSON, and its own sets.
globalThis.structuredClone = function clone(value) {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return new Date(+value);
  if (value instanceof Set) return new Set([...value].map(clone));
  if (value instanceof Map) return new Map([...value].map(clone));
  if (Array.isArray(value)) return value.map(clone);
  const copy = {};
  for (const key of Object.keys(value)) copy[key] = clone(value[key]);
  return copy;
};

globalThis.console = { log() {}, info() {}, debug() {}, warn() {}, error() {} };

// A picture is of one moment: what repeats never does. What should happen
// later happens as soon as the current step ends (see render.js).
globalThis.setInterval = globalThis.requestAnimationFrame = () => 0;
globalThis.clearTimeout = globalThis.clearInterval = globalThis.cancelAnimationFrame = () => {};

// Local time is UTC, so that a chart looks the same wherever it is drawn.
(function () {
  const Native = Date;
  const offset = Native.prototype.getTimezoneOffset;
  const zoned = /(Z|[+-]\d\d:?\d\d|GMT|UTC)\s*(\([^)]*\))?\s*$/i;
  const dateOnly = /^[+-]?\d{4,6}(-\d\d){0,2}$/;

  function parse(text) {
    const time = Native.parse(text);
    if (dateOnly.test(text) || zoned.test(text)) return time;
    return time - offset.call(new Native(time)) * 60000;
  }

  for (const part of ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    Native.prototype["get" + part] = Native.prototype["getUTC" + part];
    Native.prototype["set" + part] = Native.prototype["setUTC" + part];
  }
  Native.prototype.getDay = Native.prototype.getUTCDay;
  Native.prototype.getTimezoneOffset = () => 0;

  class UTCDate extends Native {
    constructor(...args) {
      if (args.length > 1) super(Native.UTC(...args));
      else if (args.length === 1 && typeof args[0] === "string") super(parse(args[0]));
      else super(...args);
    }
    static parse(text) {
      return parse(String(text));
    }
  }
  globalThis.Date = UTCDate;
})();
