import type { CompanyId } from '#shared/base/kernel/ids.ts';

/** Declares that access to a company was checked. `.dependency-cruiser.cjs` says who may import this module. */
// eslint-disable-next-line no-restricted-syntax -- the only cast
export const companyScope = (id: string): CompanyId => id as CompanyId;
