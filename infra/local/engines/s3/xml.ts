import type { AwsError } from '../http.ts';

/** An XML element; text is escaped, elements are given as an array of rendered ones. */
export const element = (name: string, content: string | number | boolean | string[]): string =>
  `<${name}>${Array.isArray(content) ? content.join('') : escape(String(content))}</${name}>`;

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// Keys may hold control characters; a carriage return would not survive a parser's normalisation of line ends.
const escape = (text: string): string =>
  text.replace(
    /[&<>"\x00-\x1f\x7f]/g,
    character => NAMED[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
  );

export const xmlDocument = (root: string, content: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content.join('')}</${root}>`;

export const errorDocument = (error: AwsError, resource: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  element('Error', [
    element('Code', error.code),
    element('Message', error.message),
    ...Object.entries(error.members).map(([name, value]) => element(name, value)),
    element('Resource', resource),
    element('RequestId', 'LOCAL'),
  ]);

/** The texts of all elements of a name, in a request body of S3's own flat shape (`Delete`). */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => unescape(text ?? ''));

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescape = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name) return CHARACTERS[name] ?? entity;
    return String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10));
  });
