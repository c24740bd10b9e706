/** A message before it is text: elements with attributes alone, as the authority's schema has them. */
export interface Element {
  name: string;
  attributes: readonly Attribute[];
  children: readonly Element[];
}

export interface Attribute {
  name: string;
  /** Null where nothing is stated: such an attribute is not written, the schema has no empty ones. */
  value: string | null;
  /** The field of the request that it is made of; null for what is made here. */
  field: string | null;
}

/** What an attribute is made of: its name, value and field. */
export type Stated = readonly [name: string, value: string | number | null | undefined, field?: string];

/** An element with its attributes. Runs of blanks and line breaks in a value become one blank. */
export const element = (name: string, stated: readonly Stated[], children: readonly Element[] = []): Element => ({
  name,
  attributes: stated.map(([attribute, value, field = null]) => ({ name: attribute, value: tidied(value), field })),
  children,
});

const tidied = (value: Stated[1]): string | null => (value == null ? null : String(value).replace(/\s+/g, ' ').trim() || null);

/** Whether anything is stated in an element. */
export const isStated = ({ attributes }: Element): boolean => attributes.some(({ value }) => value !== null);
