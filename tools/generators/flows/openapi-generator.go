// The main flow by openapi-generator's go.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("API")}}
	client := api.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("TOKEN"))
	company := os.Getenv("COMPANY")

	clients, _, err := client.ClientsAPI.ClientsList(ctx).XCompany(company).Execute()
	check(err)
	var buyer string
	for _, letter := range clients.Data {
		buyer = letter[0].Id
	}
	quantity, price, date := float32(1), "100.00", os.Getenv("TODAY")
	line := api.NewInvoiceLineInput("Consulting", api.InvoiceLineInputQuantity{Float32: &quantity}, api.InvoiceLineInputUnitPrice{String: &price})
	body := api.NewInvoiceInput(date, []api.InvoiceLineInput{*line})
	body.SetClientId(buyer)
	draft, _, err := client.InvoicesAPI.InvoicesCreate(ctx).XCompany(company).
		InvoicesCreateRequest(api.InvoiceInputAsInvoicesCreateRequest(body)).Execute()
	check(err)
	id := draft.InvoiceWithValidation.Invoice.Id
	issued, _, err := client.InvoicesAPI.InvoicesIssue(ctx, id).XCompany(company).Execute()
	check(err)
	file, _, err := client.InvoicesAPI.InvoicesPdf(ctx, id).XCompany(company).Execute()
	check(err)
	start := make([]byte, 4)
	_, err = io.ReadFull(file, start)
	check(err)
	invoices, _, err := client.InvoicesAPI.InvoicesList(ctx).XCompany(company).Execute()
	check(err)
	fmt.Printf("%v clients, %s, PDF %s, %v invoices\n", clients.Total, issued.Invoice.Number, start, invoices.Total)
}
