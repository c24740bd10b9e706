import type { Language } from '#shared/model/document.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Labels } from './labels.ts';
import { ro } from './ro.ts';

export type { Labels };

const BY_LANGUAGE: Record<Language, Labels> = { ro, en, de, fr };

/** The labels of printed documents in a language. */
export const labelsOf = (language: Language): Labels => BY_LANGUAGE[language];
