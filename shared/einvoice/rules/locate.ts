import type { XmlElement } from '../xml/node.ts';

/** Writes where elements stand, `/Invoice/cac:InvoiceLine[2]/cbc:ID`, counting the children of a parent only once. */
export class Locator {
  private readonly positions = new Map<XmlElement, Map<XmlElement, number>>();

  xpath(element: XmlElement): string {
    const { parent, qname } = element;
    return parent ? `${this.xpath(parent)}/${qname}${this.position(element, parent)}` : `/${qname}`;
  }

  /** The position among siblings of the same name, nothing for the only one. */
  private position(element: XmlElement, parent: XmlElement): string {
    let known = this.positions.get(parent);
    if (!known) this.positions.set(parent, (known = positionsOf(parent)));
    const position = known.get(element)!;
    return position === 0 ? '' : `[${position}]`;
  }
}

/** Positions from 1 on, 0 for the only child of a name. */
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
