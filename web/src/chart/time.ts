// Periods as data writes them, as points in time.

const first = 1000;
const last = 2999;

/** The start of a period in milliseconds; null if the text is none. */
export function timeOf(value: string | number | boolean | null): number | null {
  if (typeof value === "number") return Number.isInteger(value) && value >= first && value <= last ? Date.UTC(value, 0) : null;
  if (typeof value !== "string") return null;
  const text = value.trim();
  const year = /^(\d{4})$/.exec(text);
  if (year) return timeOf(Number(year[1]));
  const month = /^(\d{4})[-/ ](\d{2})$/.exec(text);
  if (month) return Date.UTC(Number(month[1]), Number(month[2]) - 1);
  const quarter = /^(\d{4})[- ]?q([1-4])$/i.exec(text.replace(/^(q[1-4]) (\d{4})$/i, "$2$1"));
  if (quarter) return Date.UTC(Number(quarter[1]), 3 * (Number(quarter[2]) - 1));
  const week = /^(\d{4})[- ]?w(\d{2})$/i.exec(text);
  if (week) return startOfWeek(Number(week[1]), Number(week[2]));
  return moment(text);
}

/** How an axis writes a period that data writes so; "" if it is left as it is. */
export function axisFormat(value: string | number | boolean | null): string {
  if (timeOf(value) === null) return "";
  const text = String(value).trim();
  if (/^\d{4}$/.test(text)) return "%Y";
  if (/^\d{4}[-/ ]\d{2}$/.test(text)) return "%b %Y";
  if (/q[1-4]/i.test(text)) return "Q%q %Y";
  return /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/.test(text) ? "%-d %b %Y" : "";
}

// The fourth of January is always in week 1, which begins on a Monday.
function startOfWeek(year: number, week: number): number {
  const fourth = new Date(Date.UTC(year, 0, 4));
  return Date.UTC(year, 0, 4 + 7 * (week - 1) - ((fourth.getUTCDay() + 6) % 7));
}

// Times without a zone are taken as UTC, so that a chart is the same everywhere.
function moment(text: string): number | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/.exec(text);
  if (iso) {
    const [, year = "", month = "", day = "", clock = "00:00", zone = "Z"] = iso;
    const offset = zone === "Z" ? "Z" : zone.length === 3 ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
    const time = Date.parse(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${clock}${offset}`);
    return Number.isNaN(time) ? null : time;
  }
  if (!/\d{4}/.test(text) || !/\p{L}{3}/u.test(text) || text.length > 40) return null;
  const time = Date.parse(`${text} UTC`);
  return Number.isNaN(time) ? null : time;
}
