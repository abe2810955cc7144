/* The least that answers a small JSON GET on libmicrohttpd: tiny_get PORT, one epoll thread, until it is killed. */
#include <microhttpd.h>
#include <stdlib.h>
#include <unistd.h>

static const char BODY[] = "{\"status\":\"ok\"}";
static struct MHD_Response *response;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *upload, size_t *upload_size, void **request) {
    (void)context, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
    static int seen;
    /* Answering the first call, which comes with the header only, would close the connection. */
    if (!*request) {
        *request = &seen;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    response = MHD_create_response_from_buffer(sizeof BODY - 1, (void *)BODY, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "application/json");
    struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO, atoi(arguments[1]),
        NULL, NULL, answer, NULL, MHD_OPTION_CONNECTION_LIMIT, 2048, MHD_OPTION_END);
    if (!daemon) return 1;
    pause();
}
