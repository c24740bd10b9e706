import type { Company } from '#shared/model/company.ts';

/** A sandbox company, as the simulator knows it. */
export type SandboxCompany = Pick<Company, 'id' | 'organizationId' | 'cif'>;
