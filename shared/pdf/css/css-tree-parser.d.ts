/** The parser alone: the package's whole reads its tables from its own folder at run time, and there is none beside a bundle. */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
