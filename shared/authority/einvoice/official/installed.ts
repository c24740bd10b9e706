import { setting } from '#shared/platform/settings/settings.ts';

/** Whether the official rules are installed: the setting `EINVOICE_ARTIFACTS` is their folder or `s3://bucket/prefix`. */
export const officialRulesInstalled = (): boolean => setting('EINVOICE_ARTIFACTS') !== undefined;

/** The rule of the one finding when installed rules could not run. */
export const NO_VERDICT = 'SCHEMATRON';

/**
 * Whether a document was refused only because the official rules could not run: it may be valid, and a later try may succeed. Pure.
 *
 * @param details of the 422: messages by field, and the findings under `rules`
 */
export function isWithoutVerdict(details: object | undefined): boolean {
  const { rules, document, ...fields } = (details ?? {}) as { rules?: { rule: string }[]; document?: string[] };
  return rules?.length === 1 && rules[0]?.rule === NO_VERDICT && document?.length === 1 && Object.keys(fields).length === 0;
}
