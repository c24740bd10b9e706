/** Only the parser is used: the whole package reads files of its own folder at run time, which a bundle does not have. */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
