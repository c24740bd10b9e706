import type { Product, ProductPage } from '../../support/contract.ts';
import { recordCalls } from '../../support/records.ts';
import type { Service } from '../../support/service.ts';

export const productsCalls = (service: () => Service) => recordCalls<Product, ProductPage>(service, '/products');
