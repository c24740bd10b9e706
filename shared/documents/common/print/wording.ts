import type { Language } from '#shared/model/document.ts';
import type { PrintedField, PrintedText } from '#shared/output/pdf/document.ts';
import { type Format, formatOf } from '#shared/output/pdf/format.ts';
import { type Labels, labelsOf } from '#shared/output/pdf/labels/index.ts';

/** What printed documents in a language use: labels, and formats of numbers and dates. */
export interface Wording {
  labels: Labels;
  format: Format;
}

export function wordingOf(language: Language): Wording {
  const labels = labelsOf(language);
  return { labels, format: formatOf(labels) };
}

/** A text that must be found in the finished PDF (see pdf/facts.ts). `what` names it in the error if it is missing. */
export const fact = (what: string, text: string): PrintedText => ({ text, facts: [{ what, text }] });

/** A label and its text; null when there is no text. */
export const field = (label: string, text: string | null | undefined | false): PrintedField | null =>
  text ? { label, text } : null;

/** A field whose text must be found in the PDF. */
export const factField = (what: string, label: string, text: string | null | undefined | false): PrintedField | null =>
  text ? { label, ...fact(what, text) } : null;

/** A short text that must not be wrapped, such as a plate number: its spaces become non-breaking. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** The fields without the null ones. */
export const present = <T>(fields: readonly (T | null)[]): T[] => fields.filter(one => one !== null);
