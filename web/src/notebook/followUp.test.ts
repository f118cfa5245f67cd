import { expect, test } from "vitest";
import { soundsLikeFollowUp } from "./followUp";

test.each([
  "only the top 3", "and by month?", "what about 2024", "break that down by quarter", "by region", "per month", "show it as a line", "top 5", "without returns", "why",
  "How much of it was online?", "the same for 2024", "compare to last year",
])("%s leans on the answer before", (text) => expect(soundsLikeFollowUp(text)).toBe(true));

test.each([
  "Revenue by region", "How many orders were there per month in 2025?", "show all customers", "Which product category sold best?", "revenue this year", "orders that week", "",
  "top customers", "Android sessions", "What is the total page views of web sessions by device and how did that develop since 2023?",
])("%s stands by itself", (text) => expect(soundsLikeFollowUp(text)).toBe(false));
