// The main flow by openapi-generator's java.
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ClientsApi;
import org.openapitools.client.api.InvoicesApi;
import org.openapitools.client.model.*;

public class Flow {
  /** A list without filters: the methods have a parameter for each, and the API gets more of them. */
  static Object listed(Object api, String name, String company) throws Exception {
    for (Method method : api.getClass().getMethods()) {
      if (!method.getName().equals(name)) continue;
      Object[] values = new Object[method.getParameterCount()];
      values[0] = company;
      return method.invoke(api, values);
    }
    throw new NoSuchMethodException(name);
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> given = System.getenv();
    ApiClient api = new ApiClient();
    api.setBasePath(given.get("API"));
    api.setBearerToken(given.get("TOKEN"));
    String company = given.get("COMPANY");
    InvoicesApi invoicesApi = new InvoicesApi(api);

    ClientPage clients = (ClientPage) listed(new ClientsApi(api), "clientsList", company);
    UUID client = clients.getData().values().iterator().next().get(0).getId();
    InvoiceLineInput line =
        new InvoiceLineInput()
            .description("Consulting")
            .quantity(new InvoiceLineInputQuantity("1"))
            .unitPrice(new InvoiceLineInputUnitPrice("100.00"));
    InvoiceInput body =
        new InvoiceInput().clientId(client).issueDate(LocalDate.parse(given.get("TODAY"))).lines(List.of(line));
    InvoicesCreate201Response draft = invoicesApi.invoicesCreate(company, new InvoicesCreateRequest(body), null);
    UUID id = draft.getInvoiceWithValidation().getInvoice().getId();
    Invoice issued = invoicesApi.invoicesIssue(id, company, null, null).getInvoice();
    byte[] pdf = Files.readAllBytes(invoicesApi.invoicesPdf(id, company, null).toPath());
    InvoicePage invoices = (InvoicePage) listed(invoicesApi, "invoicesList", company);
    System.out.printf(
        "%s clients, %s, PDF %s, %s invoices%n",
        clients.getTotal(), issued.getNumber(), new String(pdf, 0, 4), invoices.getTotal());
  }
}
