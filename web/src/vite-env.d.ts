/// <reference types="vite/client" />

declare module '*.mlir?raw' {
  const text: string;
  export default text;
}
