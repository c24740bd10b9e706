import { NAMESPACES, type XmlElement } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml } from '#shared/authority/einvoice/xml/parse.ts';

/** A document taken apart, to be changed and written again. */
export interface Tree {
  name: string;
  attributes: [name: string, value: string][];
  children: Tree[];
  text: string;
}

/** The document as a tree; null when it has parts that the writer below does not support (other namespaces). */
export function treeOf(xml: string): Tree | null {
  const { root, elements } = parseXml(xml);
  const foreign = elements.some(each => each.name.startsWith('{') || each.attributes.some(({ name }) => name.startsWith('{')));
  return foreign ? null : copy(root);
}

const copy = (element: XmlElement): Tree => ({
  name: element.name,
  attributes: element.attributes.map(({ name, value }) => [name, value]),
  children: element.children.map(copy),
  text: element.children.length > 0 ? '' : element.text,
});

const DECLARATIONS = Object.entries(NAMESPACES).map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`);

/** The tree as XML, all prefixes declared on the root. A text may hold comments. */
export const xmlOf = (tree: Tree): string => written(tree, DECLARATIONS.join(''));

function written({ name, attributes, children, text }: Tree, declarations = ''): string {
  const own = attributes.map(([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`).join('');
  const content = children.length > 0 ? children.map(child => written(child)).join('') : withComments(text);
  return `<${name}${declarations}${own}>${content}</${name}>`;
}

const withComments = (text: string): string => text.split('<!-- -->').map(escaped).join('<!-- -->');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Every element with its parent, the root first. */
export function withParents(tree: Tree, parent: Tree | null = null): [element: Tree, parent: Tree | null][] {
  return [[tree, parent], ...tree.children.flatMap(child => withParents(child, tree))];
}
