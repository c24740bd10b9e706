/**
 * The unique transport identifier (UIT): 14 digits and capitals without those that look like digits (B, G, I, O, S, Z), then two check
 * digits, the last two of the sum of the ASCII codes of the 14 (schema 1.02 `UitType`, Schematron 2.0.2 BR-019).
 */
const UIT = /^[0-9ACDEFHJKLMNPQRTUVWXY]{14}[0-9]{2}$/;

const BODY = 14;

/** Whether the text has the form of an identifier, whatever its check digits. */
export const isUitForm = (text: string): boolean => UIT.test(text);

/** The two check digits of an identifier, or of its first 14 characters; null for a shorter text. */
export function uitCheckDigits(text: string): string | null {
  const characters = [...text].slice(0, BODY);
  if (characters.length < BODY) return null;
  const sum = characters.reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return String(sum % 100).padStart(2, '0');
}

/** Whether the text is an identifier with the right check digits. */
export const isUit = (text: string): boolean => isUitForm(text) && text.endsWith(uitCheckDigits(text) ?? '-');
