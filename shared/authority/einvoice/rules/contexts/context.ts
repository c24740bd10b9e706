import { attributeOf, type XmlElement } from '../../xml/node.ts';
import type { Context } from '../types.ts';

/** Parts of contexts: names of elements, and conditions on their ancestors. */

type Takes = NonNullable<Context['takes']>;

export const context = (elements: string | Context['elements'], takes?: Takes): Context => ({
  elements: typeof elements === 'string' ? [elements] : elements,
  ...(takes ? { takes } : {}),
});

/** Any element with the attribute. */
export const withAttribute = (attribute: string): Context => ({
  elements: () => true,
  attribute,
  takes: each => attributeOf(each, attribute) !== undefined,
});

/** Whether the ancestors of the element have these names: the parent first, then its parent. */
export function inside(element: XmlElement, ...parents: string[]): boolean {
  let parent = element.parent;
  for (const name of parents) {
    if (parent?.name !== name) return false;
    parent = parent.parent;
  }
  return true;
}

export const isRoot = (element: XmlElement | null): boolean => element !== null && element.parent === null;
export const ofDocument = (element: XmlElement, ...roots: string[]): boolean =>
  isRoot(element.parent) && roots.includes(element.parent!.name);
export const ofLine = (element: XmlElement): boolean =>
  ['cac:InvoiceLine', 'cac:CreditNoteLine'].includes(element.parent?.name ?? '');
export const ofLineItem = (element: XmlElement): boolean => element.parent?.name === 'cac:Item' && ofLine(element.parent);

export const DOCUMENTS = ['ubl:Invoice', 'cn:CreditNote'];
export const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine'];
/** For official rules that write `ubl:CreditNote`: the namespace of invoices has no such element, so only invoices match. */
export const INVOICES_ONLY = ['ubl:Invoice', 'ubl:CreditNote'];
