import { TaxauthRateLimited, TaxauthRefused, TaxauthUnauthorized, TaxauthUnavailable } from './errors.ts';
import type { TaxauthError } from './errors.ts';

/**
 * The authority reports limits, missing rights and refusals alike as texts in an answer with HTTP status 200. The texts, as in
 * the authority's API descriptions, are mapped to errors, so that the caller knows whether it may retry.
 */

// The authority does not say when it resets a daily quota: retry every hour.
const DAILY_LIMIT_RETRY_SECONDS = 3600;

const LIMIT = /\bS-au (facut|incarcat|efectuat) deja\b|\bin cursul zilei\b/i;
const NO_ACCESS = /\bNu aveti drept|\bNu exista niciun CIF pentru care sa aveti drept/i;
const TECHNICAL = /\bA aparut o eroare tehnica\b/i;
const NO_MESSAGES = /\bNu exista mesaje\b/i;
const NO_SUCH_PAGE = /\bPagina solicitata \d+ este mai mare decat numarul total de pagini\b/i;

const DOWNLOADS = /\bdescarcari de mesaj\b/i;

/** The error for the authority's refusal texts (one or more). */
export function refusal(errors: string[]): TaxauthError {
  const all = errors.join('; ');
  if (LIMIT.test(all)) {
    const limit = DOWNLOADS.test(all) ? 'download' : null;
    return new TaxauthRateLimited(`The tax authority's limit is reached: ${all}`, DAILY_LIMIT_RETRY_SECONDS, limit);
  }
  if (NO_ACCESS.test(all)) return new TaxauthUnauthorized(`The tax authority refused access: ${all}`, 'access');
  if (TECHNICAL.test(all)) return new TaxauthUnavailable(`The tax authority reports a technical error: ${all}`);
  return new TaxauthRefused(errors.length > 0 ? errors : ['refused without a reason']);
}

/** Whether the "error" of a list only says that there are no messages, or none on this page. */
export const saysEmptyList = (error: string): boolean => NO_MESSAGES.test(error) || NO_SUCH_PAGE.test(error);
