import * as z from 'zod';
import type { CompanyId } from '#shared/base/kernel/ids.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';

/** The id of a company in a message of a queue or the input of a state machine: the service itself has written it. */
export const companyId = () => z.guid().transform((id): CompanyId => companyScope(id));
