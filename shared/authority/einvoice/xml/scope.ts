/** The namespace declarations in scope at an element, and a cache of names that were resolved with them. */
export interface Scope {
  parent: Scope | null;
  own: ReadonlyMap<string, string>;
  /** The number of declarations in scope. */
  declared: number;
  names: Map<string, string>;
}

/** Whether an attribute declares a namespace. */
export const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

/** The namespace of a prefix; undefined when none is declared. */
export function namespaceOf(prefix: string, from: Scope): string | undefined {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const uri = scope.own.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}
