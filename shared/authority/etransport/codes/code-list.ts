/** A numeric code of the authority with its official name in Romanian. */
export interface Code {
  code: number;
  name: string;
}

/** Parses a list with one entry `<code> <attribute> <name>` on each line. */
export const entries = (text: string): { code: number; attribute: string; name: string }[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [code = '', attribute = '', ...name] = line.trim().split(' ');
      return { code: Number(code), attribute, name: name.join(' ') };
    });

/** The numbers of a list, for look-ups. */
export const codesOf = (list: readonly Code[]): ReadonlySet<number> => new Set(list.map(({ code }) => code));
