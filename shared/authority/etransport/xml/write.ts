import { attribute, siblings, type Xml } from '#shared/base/kernel/xml.ts';
import type { TransportMessage } from '../message.ts';
import { messageTree } from './message-tree.ts';
import type { Element } from './tree.ts';

export const NAMESPACE = 'mfp:anaf:dgti:eTransport:declaratie:v2';

/**
 * Serializes a message as XML of the authority's schema, version 2; encode the text as UTF-8. Leaves out attributes without a
 * value. Does not validate (validate.ts does) and does not shorten texts.
 */
export const writeMessage = (message: TransportMessage): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(messageTree(message), attribute('xmlns', NAMESPACE))}\n`;

function written({ name, attributes, children }: Element, namespace = ''): Xml {
  const stated = attributes.map(each => (each.value === null ? '' : attribute(each.name, each.value)));
  const head = `${name}${namespace}${stated.join('')}`;
  if (children.length === 0) return `<${head}/>`;
  const content = siblings(...children.map(child => written(child)));
  return `<${head}>\n  ${content.replaceAll('\n', '\n  ')}\n</${name}>`;
}
