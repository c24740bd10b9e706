import { expect, it } from 'vitest';
import { pythonFiles } from '../../../../infra/clients/python/files.ts';
import { pythonTypes } from '../../../../infra/clients/python/types.ts';
import { DOCUMENT } from './document.ts';

const files = pythonFiles(DOCUMENT);

it.each([
  [{ type: 'string' }, 'str'],
  [{ type: ['string', 'null'] }, 'str | None'],
  [{ type: 'string', format: 'binary' }, 'bytes'],
  [{ type: 'number' }, 'float'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Order' } }, 'List[t.Order]'],
  [{ type: 'string', enum: ['a', 'b'] }, 'Literal["a", "b"]'],
  [{ type: ['boolean', 'null'], not: { const: false } }, 'Literal[True] | None'],
  [{ const: true }, 'Literal[True]'],
  [{ anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] }, 'float | str | None'],
  [{ anyOf: [{ type: 'string' }, {}] }, 'Any'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Dict[str, bool]'],
  [{}, 'Any'],
])('%j is a type of Python', (schema, type) => {
  expect(pythonTypes([]).typeOf(schema, 'New', 't.')).toBe(type);
});

it('has a TypedDict for each object, those without a name too', () => {
  expect(files['types.py']).toContain(`class OrderBuyer(TypedDict):
    name: str


class Order(TypedDict):
    """An order. It has '''lines'''."""

    id: str
    """Its id."""
    buyer: OrderBuyer | None
    total: NotRequired[float | str | None]
    kind: NotRequired[Literal["new", "sent"] | None]
    isSale: NotRequired[Literal[True]]
    tags: NotRequired[Dict[str, int]]
    any: NotRequired[Any]
`);
});

it('takes names that are keywords of Python', () => {
  expect(files['types.py']).toContain('Period = TypedDict("Period", {\n    "from": "str",\n})');
  expect(files['_resources.py']).toContain('        from_: str,\n');
});

it('has a method for each operation', () => {
  expect(files['_resources.py']).toContain(`class SalesOrders:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        page: int | None = None,
        paid_from: str | None = None,
        from_: str,
        status: List[Literal["new", "sent"]] | None = None,
        company: str | None = None,
    ) -> t.OrderPage:
        """Orders, paged"""
        answer: t.OrderPage = self._send(Request("GET", "/api/v1/sales-orders", query={"page": page, "paidFrom": paid_from, "from": from_, "status": status}, headers={"X-Company": company}))
        return answer

    def list_items(`);
  expect(files['_resources.py']).toContain(') -> Iterator[t.Order]:');
  expect(files['_resources.py']).toContain(') -> t.SalesOrdersFileAnswer | bytes:');
  expect(files['_resources.py']).toMatch(
    /def remove\(\n {8}self,\n {8}uuid: str,\n {8}\*,\n {8}if_match: str \| None = None,\n {4}\) -> None:/,
  );
  expect(files['_resources.py']).toContain('        self.sales_orders = SalesOrders(send)');
});
