// The main flow by oapi-codegen.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"api"

	types "github.com/oapi-codegen/runtime/types"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Getenv("API"), api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
			return nil
		}))
	check(err)
	company := os.Getenv("COMPANY")

	clients, err := client.ClientsListWithResponse(ctx, &api.ClientsListParams{XCompany: company})
	check(err)
	var buyer types.UUID
	for _, letter := range clients.JSON200.Data {
		buyer = letter[0].Id
	}
	day, err := time.Parse(time.DateOnly, os.Getenv("TODAY"))
	check(err)
	line := api.InvoiceLineInput{Description: "Consulting"}
	check(line.Quantity.FromInvoiceLineInputQuantity0(1))
	check(line.UnitPrice.FromInvoiceLineInputUnitPrice1("100.00"))
	input := api.InvoiceInput{ClientId: &buyer, IssueDate: types.Date{Time: day}, Lines: []api.InvoiceLineInput{line}}
	// Of a body of two forms oapi-codegen's own type sends nothing: the form itself is sent.
	body, err := json.Marshal(input)
	check(err)
	created, err := client.InvoicesCreateWithBodyWithResponse(ctx, &api.InvoicesCreateParams{XCompany: company}, "application/json", bytes.NewReader(body))
	check(err)
	draft, err := created.JSON201.AsInvoiceWithValidation()
	check(err)
	id := draft.Invoice.Id
	issued, err := client.InvoicesIssueWithResponse(ctx, id, &api.InvoicesIssueParams{XCompany: company})
	check(err)
	invoice, err := issued.JSON200.AsInvoice()
	check(err)
	pdf, err := client.InvoicesPdfWithResponse(ctx, id, &api.InvoicesPdfParams{XCompany: company})
	check(err)
	invoices, err := client.InvoicesListWithResponse(ctx, &api.InvoicesListParams{XCompany: company})
	check(err)
	fmt.Printf("%v clients, %s, PDF %s, %v invoices\n", clients.JSON200.Total, invoice.Number, pdf.Body[:4], invoices.JSON200.Total)
}
