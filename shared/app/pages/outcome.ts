import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';

/** The texts that the script shows for an answer (script.ts). */

/** Where the script puts them. Present from the start, so that screen readers announce what comes into it. */
export const OUTCOME = html`<div id="outcome" class="outcome" role="alert" tabindex="-1"></div>`;

interface Outcome {
  /** Statuses, separated by blanks; `failed` is for all that no other text names. */
  when: string;
  kind: 'done' | 'failed' | 'notice';
  /** The parts marked with `data-until-done` disappear. */
  isFinal?: boolean;
}

export const outcomeText = ({ when, kind, isFinal }: Outcome, text: SafeHtml): SafeHtml =>
  isFinal
    ? html`<template data-when="${when}" data-kind="${kind}" data-final>${text}</template>`
    : html`<template data-when="${when}" data-kind="${kind}">${text}</template>`;

interface CommonTexts {
  tooOften: string;
  failed: string;
  noScript: string;
}

const COMMON: Record<Language, CommonTexts> = {
  ro: {
    tooOften: 'Prea multe încercări. Așteptați câteva minute și încercați din nou.',
    failed: 'Nu a reușit. Verificați conexiunea la internet și încercați din nou.',
    noScript: 'Această pagină are nevoie de JavaScript. Activați-l în browser și reîncărcați pagina.',
  },
  en: {
    tooOften: 'Too many attempts. Wait a few minutes and try again.',
    failed: 'That did not work. Check your internet connection and try again.',
    noScript: 'This page needs JavaScript. Allow it in your browser and load the page again.',
  },
  de: {
    tooOften: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es erneut.',
    failed: 'Das hat nicht funktioniert. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    noScript: 'Diese Seite benötigt JavaScript. Erlauben Sie es im Browser und laden Sie die Seite neu.',
  },
  fr: {
    tooOften: 'Trop de tentatives. Patientez quelques minutes, puis réessayez.',
    failed: 'Cela n’a pas fonctionné. Vérifiez votre connexion à internet, puis réessayez.',
    noScript: 'Cette page a besoin de JavaScript. Autorisez-le dans le navigateur, puis rechargez la page.',
  },
};

/** What every page with a script has: the texts for refused and failed requests, and a notice for browsers without scripts. */
export function commonOutcomes(language: Language): SafeHtml {
  const { tooOften, failed, noScript } = COMMON[language];
  return html`${outcomeText({ when: '429', kind: 'failed' }, html`<p>${tooOften}</p>`)}
    ${outcomeText({ when: 'failed', kind: 'failed' }, html`<p>${failed}</p>`)}
    <noscript><p class="note bad">${noScript}</p></noscript>`;
}
