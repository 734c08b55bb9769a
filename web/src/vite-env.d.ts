/// <reference types="vite/client" />

declare module '*.mlir?raw' {
  const text: string;
  export default text;
}

/** The first digits of the commit that the page was built from; empty where that is not known. */
declare const __COMMIT__: string;
/** The address of the project's repository, as Cargo.toml has it; empty where it has none. */
declare const __REPOSITORY__: string;
