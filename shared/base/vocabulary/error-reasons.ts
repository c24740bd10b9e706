/**
 * Every `details.reason` of an error, by the error's `code`: what has happened. What the caller can do is in infra/openapi/remedies.ts,
 * which deployed functions do not need. Code that uses a reason that is not listed here does not compile. docs/errors.md is generated from both.
 */
export const ERROR_REASONS = {
  bad_request: {
    taxauth_not_connected: 'The company has no valid connection to the tax authority.',
  },
  forbidden: {
    account_inactive: 'The account was ended or locked.',
    captcha: 'The captcha is missing or was not solved.',
    code: 'The code of the second factor is wrong.',
    company_access: 'The caller does not reach this company, or would give others access to companies beyond their own.',
    company_read_only: 'The plan allows fewer companies than the organization has, and this one can only be read.',
    company_required: 'The header `X-Company` is missing.',
    current_password: '`currentPassword` is missing or wrong.',
    direct_request: 'The request has gone around the public address of the API.',
    email_not_confirmed: 'The email is not confirmed yet.',
    idp_email_not_verified: 'The identity provider has not verified the email.',
    not_owner: 'Only the owner of an API token may manage it.',
    organization_access: 'The caller is no active member of the organization.',
    organization_inactive: 'The organization of the licence key is closed.',
    owner: 'Only an owner may make or change an owner, and the last active owner stays.',
    password: 'The password is wrong.',
    permission: 'A permission is missing; `details.permission` names it.',
    plan: 'The plan of the organization has no licence for own machines.',
    platform_administrator: 'A platform administrator is managed by the platform.',
    proof_required: 'The login is older than 10 minutes.',
    registration_off: 'The deployment does not let people register by themselves.',
    sandbox_key:
      'A sandbox key reaches sandbox companies only, and other API keys reach none of them; outside of a company it changes nothing.',
    self: 'Nobody removes themselves from an organization here.',
    sender_not_verified:
      "The caller's own email must be confirmed before they can send mails, publish documents or set up webhooks, keys and connections.",
    session_required: 'An API key is not enough.',
    token_owner: 'The connection to the tax authority belongs to another user.',
    user_verification: 'The authenticator has not verified its user.',
  },
  conflict: {
    already_accepted: 'The document was accepted already.',
    already_cancelled: 'The document is cancelled already.',
    already_converted: 'The document was converted into an invoice already; `details.convertedInvoiceId` names it.',
    already_declared:
      'The tax authority has accepted the declaration of the transport; `details.etransportUit` is its identifier.',
    already_issued: 'The document is issued already.',
    already_member: 'The caller is a member of the organization already.',
    already_rejected: 'The document was rejected already.',
    already_sent: 'The document was sent already.',
    already_submitted: 'The document was submitted to the tax authority already.',
    answer_pending: 'The tax authority has not answered yet.',
    cancelled: 'The document is cancelled.',
    cash_account_exists: 'The company has a cash account already.',
    cif_taken: 'The organization has a company with this tax number; `details.companyId` names it where the caller reaches it.',
    cui_taken: 'Another client, or another supplier, has this tax number.',
    conversion_in_progress: 'The document is being converted together with others.',
    declaration_in_progress: 'The transport is being declared.',
    generation_in_progress: 'A document is being generated from the template at this moment.',
    default_account: 'The default bank account of its currency cannot be removed.',
    default_rate: 'The default VAT rate cannot be removed.',
    default_template: 'The default email template of its category and language cannot be removed.',
    last_account: 'The last bank account cannot be removed.',
    last_rate: 'The last VAT rate cannot be removed.',
    last_template: 'The last email template of its category cannot be removed.',
    link_used: 'The link was used.',
    not_cancellable: 'The status of the document does not allow cancelling.',
    not_cancelled: 'Only a cancelled document can be restored.',
    not_convertible: 'The status of the document does not allow converting.',
    sandbox_limit: 'The organization has as many sandbox companies as it may have.',
    not_deleted: 'The company is not deleted.',
    not_draft: 'Only a draft can be deleted.',
    numbered: 'The draft has a number, because it was issued before: it cannot be deleted.',
    not_editable: 'The status of the document does not allow changes.',
    not_issued: 'The document is a draft.',
    not_received: 'The document was not received from a supplier.',
    not_submittable: 'The status of the document does not allow submitting.',
    received: 'The document was received from the tax authority, and is not issued here.',
    rejected: 'The document was rejected.',
    reconciled: 'A reconciled payment cannot be removed.',
    paid_back: 'Of the payment an amount was refunded or booked against another invoice.',
    request_in_progress: 'The first request with this `Idempotency-Key` is still running.',
    series_in_use: 'Documents use the series.',
    series_inactive: 'An inactive series cannot be the default.',
    sole_owner: 'The organization would be left without an owner.',
    submission_in_progress: 'The document is being submitted.',
    sync_running: 'A synchronization with the tax authority is running.',
    webhook_inactive: 'The webhook is switched off.',
    webhook_test: 'The delivery was a test, which is not repeated.',
    withdrawn: 'The submission was withdrawn meanwhile.',
  },
  validation_error: {
    already_converted: 'The document was converted into an invoice already.',
    already_declared:
      'The tax authority has accepted the declaration of the transport; `details.etransportUit` is its identifier.',
    cancelled: 'The document is cancelled.',
    correction_too_late: 'The time for correcting the declaration is over: it ends on the 25th of the month after the transport.',
    declaration_in_progress: 'The transport is being declared.',
    different_clients:
      'The documents are not of one client; `details.conflictingIds` names those that are of another than the first.',
    different_currencies:
      'The documents are not in one currency; `details.conflictingIds` names those in another than the first.',
    has_credit_notes: 'The invoice has credit notes that are not cancelled.',
    has_payments: 'The invoice has recorded payments.',
    identifier_expired:
      'The identifier (UIT) of the transport does not hold any more; `details.etransportValidUntil` was its last day.',
    invoice_cancelled: 'The invoice is cancelled: no payments can be recorded.',
    invoice_draft: 'The invoice is a draft: no payments can be recorded.',
    not_cancelled: 'Only a cancelled document can be restored.',
    not_declared:
      'The transport has no identifier (UIT) in force, or the note says that it is not to be declared (`skipEtransport`).',
    not_issued: 'The document is a draft.',
    nothing_owed: 'The document pays back and is settled by itself.',
    parent_not_in_force: 'The credited invoice must be issued and not cancelled.',
    series_deleted: 'The series of the document was deleted.',
    taxauth_not_connected: 'The company has no valid connection to the tax authority.',
    too_many_declarations: 'The delivery note has as many declarations, or the declaration as many messages, as are kept.',
    too_late: 'The document was cancelled too long ago (`RESTORE_DAYS` in settings.md).',
    validated: 'The tax authority has validated the document.',
    webhook_inactive: 'The webhook is switched off.',
  },
} as const;

/** The error codes whose `details` have a `reason`. */
export type ReasonedCode = keyof typeof ERROR_REASONS;

/** The reasons that an error of a code may have. */
export type ReasonOf<Code extends ReasonedCode> = keyof (typeof ERROR_REASONS)[Code];

export type ErrorReason = { [Code in ReasonedCode]: ReasonOf<Code> }[ReasonedCode];
