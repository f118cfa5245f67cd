import { expect, test } from "vitest";
import type { Property, SourceKind } from "../api/types";
import { addressParts, defaults, problems, properties, suggestName } from "./form";

const field = (name: string, more: Partial<Property> = {}): Property => ({ name, title: name, kind: "text", required: false, ...more });

const postgres: SourceKind = {
  name: "postgres",
  title: "PostgreSQL",
  help: "",
  properties: [
    field("host", { title: "Host", required: true, default: "localhost" }),
    field("port", { title: "Port", kind: "number", default: "5432" }),
    field("database", { title: "Database", required: true }),
    field("password", { title: "Password", kind: "password" }),
    field("sslmode", { title: "Encryption", kind: "choice", options: ["prefer", "require"] }),
    field("slow", { title: "Slow", kind: "flag" }),
  ],
};

test("a form starts with the declared defaults", () => {
  expect(defaults(postgres)).toEqual({ host: "localhost", port: "5432", database: "", password: "", sslmode: "", slow: "false" });
});

test("what is wrong is said at its field", () => {
  expect(problems(postgres, { ...defaults(postgres), port: "many", host: " ", sslmode: "never" })).toEqual({
    host: "Enter the host",
    port: "Port must be a number",
    database: "Enter the database",
    sslmode: "Choose one of prefer, require",
  });
  expect(problems(postgres, { ...defaults(postgres), database: "shop" })).toEqual({});
});

test("only what was filled in is sent, and a password as it is", () => {
  expect(properties(postgres, { ...defaults(postgres), database: " shop ", password: " p w " })).toEqual({
    host: "localhost",
    port: "5432",
    database: "shop",
    password: " p w ",
  });
});

test.each([
  [{ database: "Shop DB" }, [], "shop-db"],
  [{ database: "shop" }, ["shop", "shop-2"], "shop-3"],
  [{ path: "/data/2024 Sales.parquet" }, [], "sales"],
  [{ path: "exports/*.csv" }, [], "exports"],
  [{ path: "C:\\data\\Größe.duckdb" }, [], "gro-e"],
  [{ url: "postgres://me:secret@db.example.com/shop?sslmode=require" }, [], "shop"],
  [{ url: "postgres://me:secret@db.example.com" }, [], "db-example-com"],
  [{}, [], "postgres"],
])("%j is named %s", (values, taken, name) => expect(suggestName(postgres, values, taken)).toBe(name));

test("an address that is pasted whole is taken apart", () => {
  const form = { ...postgres, properties: [...postgres.properties, field("user")] };
  expect(addressParts(form, " postgresql://ada%40home:p%40s%3As@db.example.com:6000/my%20shop?sslmode=require&application_name=x\n")).toEqual({
    host: "db.example.com", port: "6000", database: "my shop", user: "ada@home", password: "p@s:s", sslmode: "require",
  });
  expect(addressParts(form, "postgres://localhost/shop?sslmode=never")).toEqual({ host: "localhost", database: "shop" });
  expect(addressParts(form, "POSTGRES://ada@[::1]/shop")).toEqual({ host: "::1", database: "shop", user: "ada" });
});

test.each(["db.example.com", "mysql://h/x", "postgres://", "postgres:///shop", "postgres://h/a b", "postgres://h:port/x", "postgres://h/%zz", ""])("%j is pasted as it is", (text) => {
  expect(addressParts(postgres, text)).toBeNull();
});

test("a form without a host takes no address apart", () => {
  expect(addressParts({ ...postgres, properties: [field("path")] }, "postgres://h/x")).toBeNull();
});
