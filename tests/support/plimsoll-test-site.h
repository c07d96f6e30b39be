/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <string.h>

/**
 * TestSite: a server on this computer that answers as it is told to, each request on a connection
 * of its own.
 */
typedef struct TestSite TestSite;

struct TestSite
{
  /* Writes the whole answer to @request, which has its headers. */
  void (*answer) (TestSite *self, GOutputStream *out, const char *request);
  gpointer data;
  GTlsCertificate *certificate; /* (nullable): it is spoken to by TLS */
  GSocketService *service;
  guint16 port;
  guint16 other_port; /* of another server: another place */
  GMutex mutex;       /* of @request */
  char *request;      /* the last one, with its headers */
  int in_flight;      /* atomic, as what follows */
  int n_requests;
  int paused;
  int most_paused; /* at once */
};

static inline void
test_site_text (GOutputStream *out, const char *text)
{
  /* The other side may be gone by then. */
  g_output_stream_write_all (out, text, strlen (text), NULL, NULL, NULL);
}

static inline void
test_site_body (GOutputStream *out, const char *type, const char *body)
{
  g_autofree char *answer = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: %s\r\n"
                                             "Content-Length: %" G_GSIZE_FORMAT "\r\n"
                                             "ETag: \"e\"\r\nConnection: close\r\n\r\n%s",
                                             type, strlen (body), body);

  test_site_text (out, answer);
}

static inline void
test_site_status (GOutputStream *out, const char *status, const char *headers)
{
  g_autofree char *answer =
    g_strdup_printf ("HTTP/1.1 %s\r\n%sContent-Length: 0\r\nConnection: close\r\n\r\n", status,
                     headers);

  test_site_text (out, answer);
}

/** Lets somebody wait who has no part of the answer yet, and counts how many do at once. */
static inline void
test_site_pause (TestSite *self, gulong microseconds)
{
  const int now = g_atomic_int_add (&self->paused, 1) + 1;
  int most = g_atomic_int_get (&self->most_paused);

  while (now > most && !g_atomic_int_compare_and_exchange (&self->most_paused, most, now))
    most = g_atomic_int_get (&self->most_paused);
  g_usleep (microseconds);
  g_atomic_int_add (&self->paused, -1);
}

static inline gboolean
test_site_run_cb (GThreadedSocketService *service,
                  GSocketConnection *connection,
                  GObject *source,
                  gpointer data)
{
  TestSite *self = data;
  g_autoptr (GIOStream) stream =
    self->certificate != NULL
      ? g_tls_server_connection_new (G_IO_STREAM (connection), self->certificate, NULL)
      : g_object_ref (G_IO_STREAM (connection));
  GInputStream *in = g_io_stream_get_input_stream (stream);
  g_autoptr (GString) request = g_string_new (NULL);
  char byte;

  g_atomic_int_inc (&self->in_flight);
  while (strstr (request->str, "\r\n\r\n") == NULL
         && g_input_stream_read (in, &byte, 1, NULL, NULL) == 1)
    g_string_append_c (request, byte);
  g_atomic_int_inc (&self->n_requests);
  g_mutex_lock (&self->mutex);
  g_set_str (&self->request, request->str);
  g_mutex_unlock (&self->mutex);

  self->answer (self, g_io_stream_get_output_stream (stream), request->str);
  g_atomic_int_add (&self->in_flight, -1);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  return TRUE;
}

/** Opens a place, or the one that was closed again. */
static inline void
test_site_open (TestSite *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, self->port);
  g_autoptr (GSocketAddress) got = NULL;

  self->service = g_threaded_socket_service_new (32);
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &got, &error);
  g_assert_no_error (error);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
  g_signal_connect (self->service, "run", G_CALLBACK (test_site_run_cb), self);
  g_socket_service_start (self->service);
}

static inline void
test_site_close (TestSite *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  while (g_atomic_int_get (&self->in_flight) > 0)
    g_usleep (1000);
  g_clear_object (&self->service);
  g_clear_pointer (&self->request, g_free);
}
