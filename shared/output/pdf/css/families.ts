/** Font families that a company may choose; fonts.ts has their files. */
export const FAMILY_NAMES = ['DejaVu Sans', 'Open Sans', 'Inter'] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];

/** Fallback fonts for other characters: Greek, Cyrillic and Hebrew; Arabic; Chinese and Japanese; emoji. */
export const FALLBACK_NAMES = ['Open Sans', 'Noto Sans Arabic', 'Noto Sans SC', 'Noto Emoji'] as const;
export type FallbackName = (typeof FALLBACK_NAMES)[number];

/** Factors for font sizes, so that all families look as large as Open Sans: the others have larger letters at the same size. */
export const RELATIVE_SIZE: Record<FamilyName, number> = { 'DejaVu Sans': 0.9, 'Open Sans': 1, Inter: 0.94 };

/** The first name in a list that is a bundled family, ignoring case. */
export const knownFamily = (names: readonly string[]): FamilyName | undefined =>
  names.flatMap(name => FAMILY_NAMES.filter(family => family.toLowerCase() === name.trim().toLowerCase()))[0];

/** The family of a configuration: DejaVu Sans unless it names another bundled family (OUT-13). */
export const familyOf = (configured: string | null): FamilyName => knownFamily([configured ?? '']) ?? 'DejaVu Sans';

/** The value of `font-family`: the family and the fallback fonts. */
export const stackOf = (family: FamilyName): string => [...new Set([family, ...FALLBACK_NAMES]), 'sans-serif'].join(',');
