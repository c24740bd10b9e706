/** Families of type that come with the program; fonts.ts has their files. */
export const FAMILY_NAMES = ['Open Sans', 'Inter'] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];

/** The first bundled family of a list of names, in any case; Open Sans when there is none (completions-documents §12 names no set). */
export const familyOf = (names: readonly (string | null)[]): FamilyName =>
  names.flatMap(name => FAMILY_NAMES.filter(family => family.toLowerCase() === name?.trim().toLowerCase()))[0] ?? 'Open Sans';
