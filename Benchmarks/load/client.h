/* An HTTP/1.1 client for load on the loopback interface: keep-alive connections, answers with a Content-Length or without content. */
#ifndef CLIENT_H
#define CLIENT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANSWER_CAPACITY = 1 << 16, FILE_CAPACITY = 1 << 20 };

struct connection {
    int socket;
    /* To which of so many ports it goes; both 0 for a connection that was opened alone. */
    int port, ports;
    size_t filled;
    double sent;
    char buffer[ANSWER_CAPACITY];
};

/* An answer inside a connection's buffer; it is there until the next read. */
struct answer {
    int status;
    const char *body;
    size_t length;
};

/* Lines of text: the tokens of the people who order. */
struct lines {
    char **items;
    size_t count;
};

/* What every order request shares. */
struct order_template {
    const char *path;
    const char *key_prefix;
    /* The word before each token in the field Authorization; Bearer when it is NULL. */
    const char *scheme;
    char *body;
    /* Sessions of people, who stay at one port, as behind a proxy that keeps each client at one node. */
    struct lines tokens;
    uint64_t next_key;
};

/* Seconds of a clock that never goes back. */
double now(void);

/* Ends the program with a message and the reason that the system gives. */
_Noreturn void fail(const char *what);

enum { MOST_PORTS = 16 };

/* Opens a connection to a port of this machine, without Nagle's delay. */
int connect_to(int port);

/* The ports of servers that do the same work; connections take turns. */
struct ports {
    int numbers[MOST_PORTS];
    int count;
};

/* Reads ports with commas between them, such as 8001,8002. */
struct ports read_ports(const char *text);

/* The port of the connection with this number. */
int port_for(const struct ports *ports, int number);

/* Opens connections to ports of this machine; the poll tells of each with its address. */
struct connection *open_connections(const struct ports *ports, int count, int poll);

char *read_file(const char *path);
struct lines read_lines(const char *path);

/* Sends a whole request; a request fits into the socket's buffer, so that waiting for room is not needed. */
void send_all(int socket, const char *bytes, size_t length);

/* Sends the next order, each with a key of its own and the session of the next person. */
void send_order(struct connection *connection, struct order_template *orders);

/* Reads what has arrived; true when an answer is complete. The buffer is then free for the next one. */
bool read_answer(struct connection *connection, struct answer *answer);

/* Measured times, kept in full so that quantiles are exact. */
struct samples {
    double *values;
    size_t count, capacity;
};

void add_sample(struct samples *samples, double value);
void sort_samples(struct samples *samples);

/* The value below which the fraction of sorted samples lies; zero when there are none. */
double quantile(const struct samples *samples, double fraction);

/* The value of an option such as --port, or the default; without a default the option is required. */
const char *option(int count, char **arguments, const char *name, const char *otherwise);

#endif
