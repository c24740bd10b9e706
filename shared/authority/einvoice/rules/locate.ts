import type { XmlElement } from '../xml/node.ts';

/** Writes the XPath of elements, such as `/Invoice/cac:InvoiceLine[2]/cbc:ID`; caches the positions of the children of a parent. */
export class Locator {
  private readonly positions = new Map<XmlElement, Map<XmlElement, number>>();

  xpath(element: XmlElement): string {
    const { parent, qname } = element;
    return parent ? `${this.xpath(parent)}/${qname}${this.position(element, parent)}` : `/${qname}`;
  }

  /** The position among siblings of the same name, such as `[2]`; empty for the only one. */
  private position(element: XmlElement, parent: XmlElement): string {
    let known = this.positions.get(parent);
    if (!known) this.positions.set(parent, (known = positionsOf(parent)));
    const position = known.get(element)!;
    return position === 0 ? '' : `[${position}]`;
  }
}

/** The position of each child among the children of its name, from 1; 0 for the only one. */
function positionsOf(parent: XmlElement): Map<XmlElement, number> {
  const counts = new Map<string, number>();
  const positions = new Map<XmlElement, number>();
  for (const child of parent.children) {
    const position = (counts.get(child.name) ?? 0) + 1;
    counts.set(child.name, position);
    positions.set(child, position);
  }
  for (const child of parent.children) if (counts.get(child.name) === 1) positions.set(child, 0);
  return positions;
}
