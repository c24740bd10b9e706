/** A message as a tree, before it is serialized. In the authority's schema all data are in attributes; elements contain no text. */
export interface Element {
  name: string;
  attributes: readonly Attribute[];
  children: readonly Element[];
}

export interface Attribute {
  name: string;
  /** Null where nothing is stated: the attribute is then left out, because the schema allows no empty ones. */
  value: string | null;
  /** The request field that the value comes from; null for a value that the service sets itself. */
  field: string | null;
}

/** The name, value and request field of an attribute, as passed to `element`. */
export type Stated = readonly [name: string, value: string | number | null | undefined, field?: string];

/** Builds an element. Runs of blanks and line breaks in a value become one blank; a value without other characters becomes null. */
export const element = (name: string, stated: readonly Stated[], children: readonly Element[] = []): Element => ({
  name,
  attributes: stated.map(([attribute, value, field = null]) => ({ name: attribute, value: tidied(value), field })),
  children,
});

const tidied = (value: Stated[1]): string | null => (value == null ? null : String(value).replace(/\s+/g, ' ').trim() || null);

/** Whether an element has an attribute with a value. */
export const isStated = ({ attributes }: Element): boolean => attributes.some(({ value }) => value !== null);
