import { create } from 'xmlbuilder2';

/** An element: its attributes under `@`, its text under `#`, child elements by name, several of a name as a list. What is undefined is left out. */
export interface XmlTree {
  [name: string]: string | number | boolean | XmlTree | readonly XmlTree[] | undefined;
}

/** For `create` and `end` of xmlbuilder2. */
interface XmlForm {
  standalone?: boolean;
  headless?: boolean;
  /** In the place of a character that XML cannot hold; by default it becomes a reference, as in answers of S3. */
  invalidCharReplacement?: string;
}

/**
 * The document of a tree. xmlbuilder2 takes texts for XML, in which `&nbsp;` is a reference already, so each `&` is escaped before; and it
 * writes white space in attributes as it is, which a parser normalizes: control characters become references.
 */
export function writeXml(tree: XmlTree, { headless = false, ...form }: XmlForm = {}): string {
  const escaped = JSON.stringify(tree, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('&', '&amp;amp;') : value,
  );
  const xml = create({ encoding: 'UTF-8', ...form }, JSON.parse(escaped) as object).end({ headless });
  return xml.replace(/[\x00-\x1f\x7f]/g, character => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`);
}
