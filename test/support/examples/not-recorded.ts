/** Causes of errors that have no recorded example, and why; a test fails when one of them is recorded, or another one is missing. */
const RACE = 'only while another request or task about the same record runs';
const STATES = 'a fallback for states that no record reaches';
const OWN_BODY = 'licensing-validate answers it with a body of its own, whose example is at the operation';

export const NOT_RECORDED: Readonly<Record<string, string>> = {
  'forbidden-captcha': 'needs a provider of captchas',
  'forbidden-platform_administrator': 'administrators of the platform are made by its operator',
  'forbidden-organization_inactive': OWN_BODY,
  'forbidden-plan': OWN_BODY,
  'conflict-conversion_in_progress': RACE,
  'conflict-generation_in_progress': RACE,
  'conflict-request_in_progress': RACE,
  'conflict-submission_in_progress': RACE,
  'conflict-sync_running': RACE,
  'conflict-withdrawn': RACE,
  'conflict-not_cancellable': STATES,
  'conflict-not_convertible': STATES,
  'conflict-not_submittable': STATES,
  'conflict-reconciled': 'no operation reconciles payments yet',
  'validation_error-correction_too_late': 'only a month after the transport',
  'validation_error-series_deleted': 'a series in use cannot be deleted by the API',
  'validation_error-too_many_declarations': 'only after as many declarations as are kept',
  'validation_error-taxauth_not_connected': 'only when the connection ended after the submission',
};
