import { preferredLanguage } from '#shared/accounts/identity/account/locale.ts';
import { type Language, LANGUAGES } from '#shared/model/document.ts';

/** The languages of pages by their own names, for the links at the end of each page. */
export const LANGUAGE_NAMES: Record<Language, string> = { ro: 'Română', en: 'English', de: 'Deutsch', fr: 'Français' };

/** The supported language that `?lang=` names; undefined for any other text. */
export const chosenLanguage = (lang: string | undefined): Language | undefined => LANGUAGES.find(language => language === lang);

/** The language of a page: that of `?lang=`, else the one that the browser prefers, else Romanian. */
export const pageLanguage = (lang: string | undefined, acceptLanguage: string | undefined): Language =>
  chosenLanguage(lang) ?? preferredLanguage(acceptLanguage);
