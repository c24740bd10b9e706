import type { ClearCompany } from '#shared/accounts/identity/sign-in/takeover.ts';

/** As `clearCompany`, which is imported with all that it removes when an account is taken over only: other requests do not load it. */
export const lazyClearCompany: ClearCompany = async (companyId, note) =>
  (await import('./clear-company.ts')).clearCompany(companyId, note);
