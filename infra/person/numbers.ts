/** Phone numbers and personal numbers in texts, however they are written. Pure. */

const GAP = String.raw`[\s().\/-]*`;

/** A phone number in digits with the country, of Romania if it has none; the store has it as it was typed. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  return digits.startsWith('0') ? `40${digits.slice(1)}` : digits;
}

/** @param digits as `phoneDigits` has them */
export function phonePattern(digits: string): RegExp {
  const spaced = (part: string): string => [...part].join(GAP);
  const international = String.raw`(?:\+|00)?${GAP}${spaced(digits)}`;
  const forms = digits.startsWith('40')
    ? String.raw`(?:(?:\+|00)?${GAP}4${GAP}0${GAP}0?|0)${GAP}${spaced(digits.slice(2))}`
    : international;
  return alone(forms);
}

export const personalNumberPattern = (number: string): RegExp => alone(number);

/** Not within a longer number, an id or a hash. */
const alone = (pattern: string): RegExp => new RegExp(String.raw`(?<![\p{L}\d])${pattern}(?![\p{L}\d])`, 'gu');
