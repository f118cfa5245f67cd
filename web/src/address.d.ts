/** The address of a part of the page that is loaded later; vite.config.ts makes it. */
declare module "*?address" {
  const address: string;
  export default address;
}
