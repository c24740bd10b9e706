import type { Language } from '../../invoices/model.ts';
import { en } from './en.ts';
import type { Labels } from './labels.ts';
import { ro } from './ro.ts';

export type { Labels };

const BY_LANGUAGE: Partial<Record<Language, Labels>> & Record<'ro' | 'en', Labels> = { ro, en };

/** The texts of a document's language; English for a language whose texts are not written. */
export const labelsOf = (language: Language): Labels => BY_LANGUAGE[language] ?? BY_LANGUAGE.en;
